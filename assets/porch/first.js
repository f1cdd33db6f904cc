// Runs before the first paint, so that a dark colour scheme never flashes white. The switch is in scheme.js.
try {
  const chosen = localStorage.getItem("porch.scheme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.scheme = chosen;
} catch {
  // Without storage, the system decides.
}
