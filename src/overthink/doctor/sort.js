// What is folded is printed too. Tables of class "sortable": a click on a heading sorts by that column; a second click
// reverses the order.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => (part.open = true)));
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.tHead.querySelectorAll("th").forEach((head, column) => {
    head.tabIndex = 0;
    head.style.cursor = "pointer";
    const sort = () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      const text = (row) => row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => text(a).localeCompare(text(b), undefined, { numeric: true }));
      table.tHead.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      body.append(...(up ? rows : rows.reverse()));
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => event.key === "Enter" && sort());
  });
}
