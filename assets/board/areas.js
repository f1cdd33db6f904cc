// Geometry of the areas of a picture.

/** The smallest size at which a finger hits a spot, in CSS pixels. */
const MIN_TARGET_PX = 44;

/** Returns a key that is the same for choices with the same area. @param {Area} area */
export const areaKey = ({ scene, left, top, width, height }) =>
  [scene, ...[left, top, width, height].map((part) => part.toFixed(4))].join(" ");

/** Returns the edges of an area in a picture with this size. @param {Area} area */
export const edgesOf = ({ left, top, width, height }, wide, high) => ({
  left: left * wide,
  top: top * high,
  right: (left + width) * wide,
  bottom: (top + height) * high,
});

/** Returns the smallest area around others. @param {Area[]} areas */
export function boundsOf(areas) {
  const left = Math.min(...areas.map((area) => area.left));
  const top = Math.min(...areas.map((area) => area.top));
  const right = Math.max(...areas.map((area) => area.left + area.width));
  const bottom = Math.max(...areas.map((area) => area.top + area.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns the nearest spot in a direction; what lies aside counts twice. */
export function nearest(current, spots, [dx, dy], [wide, high]) {
  const middleOf = ({ left, top, width, height }) => [(left + width / 2) * wide, (top + height / 2) * high];
  const from = middleOf(current.area);
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = middleOf(spot.area).map((at, index) => at - from[index]);
    const ahead = x * dx + y * dy;
    const distance = ahead ** 2 + 2 * (x * dy + y * dx) ** 2;
    if (ahead > 1 && distance < least) [best, least] = [spot, distance];
  }
  return best;
}

/** Grows rectangles to the smallest size for a finger; where two would overlap, each gets half of the gap between them. */
export function growTargets(rects) {
  const grown = rects.map(({ left, top, right, bottom }) => {
    const x = Math.max(0, MIN_TARGET_PX - (right - left)) / 2;
    const y = Math.max(0, MIN_TARGET_PX - (bottom - top)) / 2;
    return { left: left - x, top: top - y, right: right + x, bottom: bottom + y };
  });
  rects.forEach((_, one) => rects.slice(0, one).forEach((_, other) => separate(rects, grown, one, other)));
  return grown;
}

function separate(rects, grown, one, other) {
  const [a, b] = [grown[one], grown[other]];
  if (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top) return;
  const gap = (before, after) =>
    Math.max(rects[other][before] - rects[one][after], rects[one][before] - rects[other][after]);
  const [before, after] = gap("left", "right") >= gap("top", "bottom") ? ["left", "right"] : ["top", "bottom"];
  // Areas that overlap themselves stay as they are.
  if (gap(before, after) < 0) return;
  const [first, second] = rects[one][before] < rects[other][before] ? [one, other] : [other, one];
  const middle = (rects[first][after] + rects[second][before]) / 2;
  grown[first][after] = Math.min(grown[first][after], middle);
  grown[second][before] = Math.max(grown[second][before], middle);
}
