// A surface to rotate: drag, or use the arrow keys. The numbers of the point nearest to the pointer are shown.
// Each <figure class="solid"> holds a canvas, a line for numbers and its data as JSON.
"use strict";
for (const figure of document.querySelectorAll("figure.solid")) {
  const data = JSON.parse(figure.querySelector("script").textContent);
  const canvas = figure.querySelector("canvas"), numbers = figure.querySelector("output");
  const pen = canvas.getContext("2d"), start = [-0.7, 0.42];
  const stops = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
  const top = Math.max(...data.z.flat().filter((z) => z !== null));
  let [turn, tilt] = start, near = null;

  const colour = (share) => {
    const at = Math.min(share, 0.9999) * (stops.length - 1), low = Math.floor(at);
    const part = stops[low].map((c, k) => Math.round(c + (at - low) * (stops[low + 1][k] - c)));
    return `rgb(${part.join(" ")})`;
  };
  // From shares of the three axes to the screen; the third number is the distance from the eye.
  const place = (x, y, z) => {
    const [a, b] = [x - 0.5, y - 0.5], size = Math.min(0.6 * canvas.width, 0.62 * canvas.height);
    const right = a * Math.cos(turn) - b * Math.sin(turn), away = a * Math.sin(turn) + b * Math.cos(turn);
    const up = 0.75 * (z - 0.5) * Math.cos(tilt) + away * Math.sin(tilt);
    return [canvas.width / 2 + size * right, canvas.height / 2 - size * up, away];
  };
  const share = (i, n) => (n > 1 ? i / (n - 1) : 0.5);
  const point = (i, j) => place(share(j, data.x.length), share(i, data.y.length), data.z[i][j] / top);
  const line = (points) => {
    pen.beginPath();
    points.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  };
  const words = (text, [x, y]) => pen.fillText(text, x, y);

  function draw() {
    const scale = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * scale;
    canvas.height = canvas.clientHeight * scale;
    pen.font = `${12 * scale}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.strokeStyle = "#999";
    pen.fillStyle = "#333";
    pen.lineWidth = scale;
    line([place(0, 0, 0), place(1, 0, 0), place(1, 1, 0), place(0, 1, 0), place(0, 0, 0)]);
    pen.stroke();
    // Numbers stand at the edges of the floor that are nearest to the eye, heights at the leftmost corner.
    const back = (x, y) => place(x, y, 0)[2];
    const yEdge = back(0.5, 0) < back(0.5, 1) ? -0.08 : 1.08, xEdge = back(0, 0.5) < back(1, 0.5) ? -0.08 : 1.08;
    const ticks = (values, at) => {
      const step = Math.ceil(values.length / 6);
      values.forEach((value, k) => k % step || words(String(value), at(share(k, values.length))));
    };
    ticks(data.x, (part) => place(part, yEdge, 0));
    ticks(data.y, (part) => place(xEdge, part, 0));
    words(data.labels.x, place(0.5, yEdge < 0 ? -0.32 : 1.32, 0));
    words(data.labels.y, place(xEdge < 0 ? -0.32 : 1.32, 0.5, 0));
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].sort((a, b) => place(...a, 0)[0] - place(...b, 0)[0]);
    line([place(...corners[0], 0), place(...corners[0], 1)]);
    pen.stroke();
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const [x, y] = place(...corners[0], part);
      words(String(Math.round(part * top)), [x - 16 * scale, y]);
    }
    pen.textAlign = "left";
    words(data.labels.z, [8 * scale, 12 * scale]);
    const patches = [];
    for (let i = 0; i + 1 < data.y.length; i++)
      for (let j = 0; j + 1 < data.x.length; j++) {
        const ends = [[i, j], [i, j + 1], [i + 1, j + 1], [i + 1, j]];
        if (ends.some(([a, b]) => data.z[a][b] === null)) continue;
        const points = ends.map(([a, b]) => point(a, b));
        const height = ends.reduce((sum, [a, b]) => sum + data.z[a][b], 0) / 4;
        patches.push({ points, height, away: points.reduce((sum, p) => sum + p[2], 0) });
      }
    patches.sort((a, b) => b.away - a.away);
    pen.strokeStyle = "#333";
    pen.lineWidth = 0.6 * scale;
    for (const { points, height } of patches) {
      line([...points, points[0]]);
      pen.fillStyle = colour(height / top);
      pen.fill();
      pen.stroke();
    }
    if (near) {
      const [a, b] = point(...near);
      pen.beginPath();
      pen.arc(a, b, 5 * scale, 0, 2 * Math.PI);
      pen.fillStyle = "#d55e00";
      pen.fill();
    }
  }
  function tell(i, j) {
    near = [i, j];
    const value = data.z[i][j] > data.most ? `more than ${data.most}` : data.z[i][j];
    numbers.textContent = `${data.labels.y} = ${data.y[i]}, ${data.labels.x} = ${data.x[j]}: ` +
      `${data.labels.z} ${value}, 95% interval ${data.low[i][j]} to ${data.high[i][j]}`;
  }
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons) {
      turn += event.movementX / 150;
      tilt = Math.max(0.05, Math.min(1.5, tilt + event.movementY / 150));
    } else {
      const scale = canvas.width / canvas.clientWidth;
      let least = Infinity, best = null;
      data.z.forEach((row, i) => row.forEach((z, j) => {
        if (z === null) return;
        const [x, y] = point(i, j), gap = Math.hypot(x - event.offsetX * scale, y - event.offsetY * scale);
        if (gap < least) [least, best] = [gap, [i, j]];
      }));
      if (best) tell(...best);
    }
    draw();
  });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[event.key];
    if (!step && event.key !== "Home") return;
    event.preventDefault();
    if (step) [turn, tilt] = [turn + step[0], Math.max(0.05, Math.min(1.5, tilt + step[1]))];
    else [turn, tilt] = start;
    draw();
  });
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  new ResizeObserver(draw).observe(canvas);
}
