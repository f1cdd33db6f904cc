// The switch between light and dark colours. Until it is used, the system's choice applies.

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return (root.dataset.scheme ?? (system.matches ? "dark" : "light")) === "dark";
}

/** @param {HTMLElement} button */
export function schemeSwitch(button) {
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("porch.scheme", root.dataset.scheme);
    } catch {
      // Without storage, the choice lasts for this visit.
    }
    show();
  });
  system.addEventListener("change", show);
  show();
}
