//! What stands in a column, and what a row becomes.
//!
//! The library would derive this. But what derives it brings both drivers along, with SQLite and TLS, so that all of that
//! would be built twice: once for the program, and once for the compiler.

/// Rows of both homes become one of these. Each field is the column of its name, or of the name beside it; `flat` is made
/// of the row itself, and `json` of what its column says.
macro_rules! from_row {
    ($made:ident: $($field:ident $(= $how:tt)?),+) => {
        from_row!(in sqlx::sqlite::SqliteRow, $made: $($field $(= $how)?),+);
        from_row!(in sqlx::postgres::PgRow, $made: $($field $(= $how)?),+);
    };
    (in $row:ty, $made:ident: $($field:ident $(= $how:tt)?),+) => {
        impl sqlx::FromRow<'_, $row> for $made {
            fn from_row(row: &$row) -> sqlx::Result<$made> {
                Ok($made { $($field: field!(row, $field $(= $how)?)),+ })
            }
        }
    };
}

/// A field of what a row becomes.
macro_rules! field {
    ($row:ident, $field:ident) => {
        sqlx::Row::try_get($row, stringify!($field))?
    };
    ($row:ident, $field:ident = flat) => {
        sqlx::FromRow::from_row($row)?
    };
    ($row:ident, $field:ident = json) => {
        sqlx::Row::try_get::<sqlx::types::Json<_>, _>($row, stringify!($field))?.0
    };
    ($row:ident, $field:ident = $column:literal) => {
        sqlx::Row::try_get($row, $column)?
    };
}

/// A column holds these as that type does.
macro_rules! held_as {
    ($held:ident, $simple:ty) => {
        impl<D: sqlx::Database> sqlx::Type<D> for $held
        where
            $simple: sqlx::Type<D>,
        {
            fn type_info() -> D::TypeInfo {
                <$simple>::type_info()
            }

            fn compatible(kind: &D::TypeInfo) -> bool {
                <$simple>::compatible(kind)
            }
        }
    };
}

/// Columns hold numbers of ours.
macro_rules! numbers {
    ($($held:ident),+) => {$(
        held_as!($held, i64);

        impl<'q, D: sqlx::Database> sqlx::Encode<'q, D> for $held
        where
            i64: sqlx::Encode<'q, D>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut D::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                self.0.encode_by_ref(buffer)
            }
        }

        impl<'r, D: sqlx::Database> sqlx::Decode<'r, D> for $held
        where
            i64: sqlx::Decode<'r, D>,
        {
            fn decode(value: D::ValueRef<'r>) -> Result<$held, sqlx::error::BoxDynError> {
                i64::decode(value).map($held)
            }
        }
    )+};
}

/// A column holds one of these words.
macro_rules! words {
    ($held:ident: $($one:ident = $word:literal),+) => {
        held_as!($held, str);

        impl<'q, D: sqlx::Database> sqlx::Encode<'q, D> for $held
        where
            &'static str: sqlx::Encode<'q, D>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut D::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                let word: &'static str = match self {
                    $($held::$one => $word),+
                };
                word.encode(buffer)
            }
        }

        impl<'r, D: sqlx::Database> sqlx::Decode<'r, D> for $held
        where
            &'r str: sqlx::Decode<'r, D>,
        {
            fn decode(value: D::ValueRef<'r>) -> Result<$held, sqlx::error::BoxDynError> {
                match <&str>::decode(value)? {
                    $($word => Ok($held::$one),)+
                    other => Err(format!("there is no {} {other:?}", stringify!($held)).into()),
                }
            }
        }
    };
}
