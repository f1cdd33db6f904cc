//! Enums that a column stores as text.
//!
//! sqlx's derive would do the same. But for enums it enables both drivers in the macro crate, and
//! SQLite and TLS would be built a second time for the compiler.

/// Stores each variant as a word.
macro_rules! text_enum {
    ($name:ident: $($variant:ident = $word:literal),+) => {
        impl<D: sqlx::Database> sqlx::Type<D> for $name
        where
            str: sqlx::Type<D>,
        {
            fn type_info() -> D::TypeInfo {
                <str as sqlx::Type<D>>::type_info()
            }

            fn compatible(kind: &D::TypeInfo) -> bool {
                <str as sqlx::Type<D>>::compatible(kind)
            }
        }

        impl<'q, D: sqlx::Database> sqlx::Encode<'q, D> for $name
        where
            &'static str: sqlx::Encode<'q, D>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut D::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                let word: &'static str = match self {
                    $($name::$variant => $word),+
                };
                word.encode(buffer)
            }
        }

        impl<'r, D: sqlx::Database> sqlx::Decode<'r, D> for $name
        where
            &'r str: sqlx::Decode<'r, D>,
        {
            fn decode(value: D::ValueRef<'r>) -> Result<$name, sqlx::error::BoxDynError> {
                match <&str>::decode(value)? {
                    $($word => Ok($name::$variant),)+
                    other => Err(format!("there is no {} {other:?}", stringify!($name)).into()),
                }
            }
        }
    };
}
