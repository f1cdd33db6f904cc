// The sizes at which the real client shows pictures. Discord doesn't publish them; these were measured by users in the issues
// of github.com/discord/discord-api-docs: 8100 for a single picture (11:7), 7581 for several. On a phone, pictures are as wide
// as the screen less margins (330 to 400), which the style sheet does.

/** The maximum size of a single picture, attached or in a gallery. */
export const ALONE = [550, 350];
/** The maximum size of an embed's image. */
export const IMAGE = [400, 300];
/** The maximum size of an embed's thumbnail. */
export const THUMBNAIL = [80, 80];

/** A grid is as wide as a single picture and crops each picture to its cell. */
const GRID_WIDE = 550;
const GAP = 4;
const PAIR_HIGH = (GRID_WIDE - GAP) / 2;
const THIRD_HIGH = (GRID_WIDE - 2 * GAP) / 3;

/** Returns the displayed width of a picture, which is never enlarged. */
export const shownWidth = ({ width, height }, [wide, high]) => Math.min(wide, width, (high * width) / height);

/** Returns the size of a grid, and for each cell how many of six columns and how many rows it spans. */
export function grid(count) {
  if (count === 2) return { wide: GRID_WIDE, high: PAIR_HIGH, cells: cells(2, 3) };
  if (count === 3) return { wide: GRID_WIDE, high: ALONE[1], cells: [[4, 2], ...cells(2, 2)] };
  if (count === 4) return { wide: GRID_WIDE, high: ALONE[1], cells: cells(4, 3) };
  // Three in a row; the remaining one or two are above, at full or half width.
  const over = count % 3;
  const rows = Math.ceil(count / 3);
  const above = over === 0 ? [] : cells(over, 6 / over);
  return { wide: GRID_WIDE, high: rows * THIRD_HIGH + (rows - 1) * GAP, cells: [...above, ...cells(count - over, 2)] };
}

const cells = (count, columns) => Array.from({ length: count }, () => [columns, 1]);
