//! A turn: what is offered, what it costs, what stays private.
