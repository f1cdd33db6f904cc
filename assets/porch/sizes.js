// The sizes at which the real client shows pictures, so that the porch does not flatter them.
// Discord publishes no figures. These are what people measured, in the issues of github.com/discord/discord-api-docs:
// 8100 for a picture alone (11 to 7), 7581 for several together. A telephone shows what its screen is wide, less the
// margins (330 to 400), which is left to the style sheet.

/** The most that a picture may be wide and high: attached, or in a gallery, and alone. */
export const ALONE = [550, 350];
/** The picture of an embed. */
export const IMAGE = [400, 300];
/** The small one in the corner of an embed. */
export const THUMBNAIL = [80, 80];

/** Several pictures are as wide as one, and cut into cells: how high all of them are, with so many rows. */
const GRID_WIDE = 550;
const GAP = 4;
const PAIR_HIGH = (GRID_WIDE - GAP) / 2;
const THIRD_HIGH = (GRID_WIDE - 2 * GAP) / 3;

/** How wide a picture of this size is shown, if it may be at most so large. It is never made larger than it is. */
export const shownWidth = ({ width, height }, [wide, high]) => Math.min(wide, width, (high * width) / height);

/** A grid of so many pictures: its width and height, and for each cell how many of six columns and how many rows it takes. */
export function grid(count) {
  if (count === 2) return { wide: GRID_WIDE, high: PAIR_HIGH, cells: cells(2, 3) };
  if (count === 3) return { wide: GRID_WIDE, high: ALONE[1], cells: [[4, 2], ...cells(2, 2)] };
  if (count === 4) return { wide: GRID_WIDE, high: ALONE[1], cells: cells(4, 3) };
  // Three in a row; what is over stands above them, one in full width or two in half of it.
  const over = count % 3;
  const rows = Math.ceil(count / 3);
  const above = over === 0 ? [] : cells(over, 6 / over);
  return { wide: GRID_WIDE, high: rows * THIRD_HIGH + (rows - 1) * GAP, cells: [...above, ...cells(count - over, 2)] };
}

const cells = (count, columns) => Array.from({ length: count }, () => [columns, 1]);
