//! The rules of Hawaii: one test for each worked example and each rule sentence of the English rulebook, named
//! after it; every refusal, every ruling, every option, and the file of printed figures.
//!
//! The modules have the order of the rulebook. What is not here: whole random games, which the laws of all
//! games walk through.

mod fixture;

mod examples;

mod setup;

mod buying;
mod moving;

mod building;
mod paying;

mod beach;
mod islands;
mod speaking;

mod tiles;

mod final_scoring;
mod round_end;

mod figures;
mod laws;
mod options;
mod refusals;
mod rulings;
mod view;
