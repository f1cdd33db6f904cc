// Runs before anything is drawn, so that whoever chose dark colours is not blinded first. The switch is in scheme.js.
try {
  const chosen = localStorage.getItem("porch.scheme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.scheme = chosen;
} catch {
  // Without a memory the system decides.
}
