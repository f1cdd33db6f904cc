//! Validates forms: each field knows its path, and errors are collected by path in Discord's
//! format.

use std::{cell::RefCell, collections::BTreeSet};

use serde_json::{Value, json};

use super::api_error::{ApiError, refuse_if};

/// The errors of a form, as a tree of JSON objects by path, such as `components.0.custom_id`.
#[derive(Default)]
struct FormErrors(Value);

impl FormErrors {
    fn add(&mut self, path: &str, code: &str, message: &str) {
        let mut branch = &mut self.0;
        for segment in path.split('.').filter(|segment| !segment.is_empty()) {
            // The list of errors is stored under `_errors`, and a bot may use this as the name of a
            // field.
            if branch.is_array() {
                return;
            }
            branch = &mut branch[segment];
        }
        let error = json!({ "code": code, "message": message });
        let list = if branch.is_array() {
            branch
        } else {
            &mut branch["_errors"]
        };
        match list.as_array_mut() {
            Some(errors) => errors.push(error),
            None => *list = json!([error]),
        }
    }

    fn finish(self) -> Result<(), ApiError> {
        refuse_if(
            !self.0.is_null(),
            ApiError {
                errors: Some(self.0),
                ..ApiError::INVALID_FORM
            },
        )
    }
}

pub(crate) fn invalid(path: &str, code: &str, message: &str) -> ApiError {
    let mut errors = FormErrors::default();
    errors.add(path, code, message);
    ApiError {
        errors: Some(errors.0),
        ..ApiError::INVALID_FORM
    }
}

/// Runs `check` on the form that is found at `path`, and returns the errors that it added.
pub(crate) fn validate(
    value: &Value,
    path: &str,
    check: impl FnOnce(&Field),
) -> Result<(), ApiError> {
    let errors = RefCell::default();
    check(&Field {
        value,
        path: path.to_owned(),
        errors: &errors,
    });
    errors.into_inner().finish()
}

pub(crate) struct Field<'a> {
    pub(crate) value: &'a Value,
    path: String,
    errors: &'a RefCell<FormErrors>,
}

impl<'a> Field<'a> {
    pub(crate) fn get(&self, name: &str) -> Field<'a> {
        self.child(name, &self.value[name])
    }

    fn child(&self, segment: &str, value: &'a Value) -> Field<'a> {
        let dot = if self.path.is_empty() { "" } else { "." };
        Field {
            value,
            path: format!("{}{dot}{segment}", self.path),
            errors: self.errors,
        }
    }

    /// Returns the entries of a list; if the list is missing, there are none.
    pub(crate) fn entries(&self) -> Vec<Field<'a>> {
        let list = self.value.as_array().into_iter().flatten().enumerate();
        list.map(|(at, value)| self.child(&at.to_string(), value))
            .collect()
    }

    pub(crate) fn members(&self) -> Vec<(&'a str, Field<'a>)> {
        let members = self.value.as_object().into_iter().flatten();
        members
            .map(|(name, value)| (name.as_str(), self.child(name, value)))
            .collect()
    }

    pub(crate) fn as_u64(&self) -> Option<u64> {
        self.value.as_u64()
    }

    pub(crate) fn len(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    pub(crate) fn add_error(&self, code: &str, message: &str) {
        self.errors.borrow_mut().add(&self.path, code, message);
    }

    pub(crate) fn add_error_if(&self, condition: bool, code: &str, message: &str) {
        if condition {
            self.add_error(code, message);
        }
    }

    pub(crate) fn reject_missing(&self) {
        self.add_error("BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Adds the error for a value that is not one of the allowed ones.
    pub(crate) fn reject_choice(&self, allowed: &str) {
        self.add_error(
            "BASE_TYPE_CHOICES",
            &format!("Value must be one of {{{allowed}}}."),
        );
    }

    /// Checks the length of a required text in characters.
    pub(crate) fn check_text(&self, min: usize, max: usize) {
        self.check_optional_text(self.value.as_str(), min, max);
    }

    pub(crate) fn check_trimmed_text(&self, min: usize, max: usize) {
        self.check_optional_text(self.value.as_str().map(str::trim), min, max);
    }

    fn check_optional_text(&self, text: Option<&str>, min: usize, max: usize) {
        match text {
            Some(text) => self.check_length(text.chars().count(), min, max),
            None => self.reject_missing(),
        }
    }

    /// Checks the length of an optional text in characters.
    pub(crate) fn check_max_chars(&self, max: usize) {
        if self.value.is_string() {
            self.check_text(0, max);
        }
    }

    pub(crate) fn check_list_len(&self, min: usize, max: usize) {
        self.check_length(self.len(), min, max);
    }

    pub(crate) fn check_length(&self, length: usize, min: usize, max: usize) {
        if (min..=max).contains(&length) {
            return;
        }
        if min == 0 {
            self.add_error(
                "BASE_TYPE_MAX_LENGTH",
                &format!("Must be {max} or fewer in length."),
            );
        } else {
            self.add_error(
                "BASE_TYPE_BAD_LENGTH",
                &format!("Must be between {min} and {max} in length."),
            );
        }
    }

    /// Checks the range of an optional whole number. Discord also accepts a number as text.
    pub(crate) fn check_range(&self, min: i64, max: i64) {
        let text = self.value.as_str().and_then(|text| text.parse().ok());
        if self.value.is_null() || text.is_some_and(|number| (min..=max).contains(&number)) {
            return;
        }
        if !self.value.is_number() {
            return self.add_error(
                "NUMBER_TYPE_COERCE",
                &format!("Value {} is not int.", self.value),
            );
        }
        let number = self.value.as_i64();
        let message = format!("int value should be greater than or equal to {min}.");
        self.add_error_if(
            number.is_some_and(|number| number < min),
            "NUMBER_TYPE_MIN",
            &message,
        );
        let message = format!("int value should be less than or equal to {max}.");
        self.add_error_if(
            number.is_none_or(|number| number > max),
            "NUMBER_TYPE_MAX",
            &message,
        );
    }

    /// Rejects duplicates in a list; entries with equal `words` are duplicates.
    pub(crate) fn check_no_duplicates(&self, words: impl Fn(&Value) -> String) {
        let mut seen = BTreeSet::new();
        let message = "The set already contains this value";
        for entry in self.entries() {
            entry.add_error_if(
                !seen.insert(words(entry.value)),
                "SET_TYPE_ALREADY_CONTAINS_VALUE",
                message,
            );
        }
    }
}
