//! The rules of Haleakala: tests named after the sentences of the rules page; every refusal, every ruling, every
//! option, and the file of printed figures.
//!
//! The modules have the order of the rules. What is not here: whole random games, which the laws of all games
//! walk through.

mod fixture;

mod setup;

mod placing;
mod walking;

mod cards;
mod delivery;

mod rounds;
mod scoring;

mod tactical;

mod figures;
mod laws;
mod noise;
mod options;
mod refusals;
mod rulings;
