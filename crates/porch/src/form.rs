//! Forms being checked: each value knows the place where it stands, and what is wrong with it is noted there, in Discord's
//! words. It changes nothing.

use std::{cell::RefCell, collections::BTreeSet};

use serde_json::{Value, json};

use super::api_error::{ApiError, refuse_if};

/// What is wrong with a form, as a tree: each complaint at its place, such as `components.0.custom_id`.
#[derive(Default)]
struct Complaints(Value);

impl Complaints {
    fn add(&mut self, place: &str, code: &str, message: &str) {
        let mut branch = &mut self.0;
        for step in place.split('.').filter(|step| !step.is_empty()) {
            // A bot may call a field like the list of complaints itself.
            if branch.is_array() {
                return;
            }
            branch = &mut branch[step];
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

pub(crate) fn invalid(place: &str, code: &str, message: &str) -> ApiError {
    let mut complaints = Complaints::default();
    complaints.add(place, code, message);
    ApiError {
        errors: Some(complaints.0),
        ..ApiError::INVALID_FORM
    }
}

/// Checks a form, which stands at this place of what was sent.
pub(crate) fn checked(
    value: &Value,
    place: &str,
    check: impl FnOnce(&Field),
) -> Result<(), ApiError> {
    let complaints = RefCell::default();
    check(&Field {
        value,
        place: place.to_owned(),
        complaints: &complaints,
    });
    complaints.into_inner().finish()
}

pub(crate) struct Field<'a> {
    pub(crate) value: &'a Value,
    place: String,
    complaints: &'a RefCell<Complaints>,
}

impl<'a> Field<'a> {
    pub(crate) fn at(&self, name: &str) -> Field<'a> {
        self.below(name, &self.value[name])
    }

    fn below(&self, step: &str, value: &'a Value) -> Field<'a> {
        let dot = if self.place.is_empty() { "" } else { "." };
        Field {
            value,
            place: format!("{}{dot}{step}", self.place),
            complaints: self.complaints,
        }
    }

    /// The entries of a list, which may be empty or not be there.
    pub(crate) fn entries(&self) -> Vec<Field<'a>> {
        let list = self.value.as_array().into_iter().flatten().enumerate();
        list.map(|(at, value)| self.below(&at.to_string(), value))
            .collect()
    }

    pub(crate) fn members(&self) -> Vec<(&'a str, Field<'a>)> {
        let members = self.value.as_object().into_iter().flatten();
        members
            .map(|(name, value)| (name.as_str(), self.below(name, value)))
            .collect()
    }

    pub(crate) fn number(&self) -> Option<u64> {
        self.value.as_u64()
    }

    pub(crate) fn count(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    pub(crate) fn add(&self, code: &str, message: &str) {
        self.complaints.borrow_mut().add(&self.place, code, message);
    }

    pub(crate) fn add_if(&self, is_so: bool, code: &str, message: &str) {
        if is_so {
            self.add(code, message);
        }
    }

    pub(crate) fn required(&self) {
        self.add("BASE_TYPE_REQUIRED", "This field is required");
    }

    /// It is none of the values which Discord takes there.
    pub(crate) fn choice(&self, allowed: &str) {
        self.add(
            "BASE_TYPE_CHOICES",
            &format!("Value must be one of {{{allowed}}}."),
        );
    }

    /// A text that must be there and have so many characters.
    pub(crate) fn text(&self, least: usize, most: usize) {
        self.text_of(self.value.as_str(), least, most);
    }

    pub(crate) fn trimmed(&self, least: usize, most: usize) {
        self.text_of(self.value.as_str().map(str::trim), least, most);
    }

    fn text_of(&self, text: Option<&str>, least: usize, most: usize) {
        match text {
            Some(text) => self.length(text.chars().count(), least, most),
            None => self.required(),
        }
    }

    /// A text of at most so many characters, if it is there.
    pub(crate) fn at_most(&self, most: usize) {
        if self.value.is_string() {
            self.text(0, most);
        }
    }

    pub(crate) fn list(&self, least: usize, most: usize) {
        self.length(self.count(), least, most);
    }

    /// Something of that length, which must lie between two others.
    pub(crate) fn length(&self, length: usize, least: usize, most: usize) {
        if (least..=most).contains(&length) {
            return;
        }
        if least == 0 {
            self.add(
                "BASE_TYPE_MAX_LENGTH",
                &format!("Must be {most} or fewer in length."),
            );
        } else {
            self.add(
                "BASE_TYPE_BAD_LENGTH",
                &format!("Must be between {least} and {most} in length."),
            );
        }
    }

    /// A whole number that must lie between two others, if it is there. A text that says a number is one.
    pub(crate) fn between(&self, least: i64, most: i64) {
        let text = self.value.as_str().and_then(|text| text.parse().ok());
        if self.value.is_null() || text.is_some_and(|number| (least..=most).contains(&number)) {
            return;
        }
        if !self.value.is_number() {
            return self.add(
                "NUMBER_TYPE_COERCE",
                &format!("Value {} is not int.", self.value),
            );
        }
        let number = self.value.as_i64();
        let message = format!("int value should be greater than or equal to {least}.");
        self.add_if(
            number.is_some_and(|number| number < least),
            "NUMBER_TYPE_MIN",
            &message,
        );
        let message = format!("int value should be less than or equal to {most}.");
        self.add_if(
            number.is_none_or(|number| number > most),
            "NUMBER_TYPE_MAX",
            &message,
        );
    }

    /// A list in which nothing stands twice, whichever way it is written.
    pub(crate) fn once(&self, words: impl Fn(&Value) -> String) {
        let mut seen = BTreeSet::new();
        let message = "The set already contains this value";
        for entry in self.entries() {
            entry.add_if(
                !seen.insert(words(entry.value)),
                "SET_TYPE_ALREADY_CONTAINS_VALUE",
                message,
            );
        }
    }
}
