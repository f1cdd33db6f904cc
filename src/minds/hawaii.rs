//! x
use super::Appraise;
use crate::rules::{
    Seat,
    hawaii::{Hawaii, action::Action, view::View},
};
impl Appraise for Hawaii {
    fn appraise(_view: &View, _seat: Seat, legal: &[Action]) -> Vec<f64> {
        legal.iter().map(|_| 0.0).collect()
    }
}
