interface Line {
  name: string;
  points: readonly { x: number; y: number }[];
}

interface Chart {
  title: string;
  /** Below the axis. */
  across: string;
  /** Above the axis. */
  upwards: string;
  lines: readonly Line[];
}

const width = 760;
const height = 400;
const plot = { left: 64, right: 520, top: 64, bottom: 340 };
const lineHeight = 18;
const colours = ['#2563eb', '#c2410c', '#0f766e', '#7c3aed', '#be123c'];
const darkColours = ['#60a5fa', '#fb923c', '#2dd4bf', '#a78bfa', '#fb7185'];

/** Lines on two logarithmic axes, each named at its end, as an SVG for light and dark pages. @throws for what has no logarithm */
export function drawChart({ title, across, upwards, lines }: Chart): string {
  const points = lines.flatMap(({ points }) => points);
  if (points.some(({ x, y }) => !(x > 0 && y > 0))) throw new Error(`${title}: a point is not above zero.`);
  const toX = scaleOf(decadesAround(points.map(({ x }) => x)), plot.left, plot.right);
  const [lowest = 1, highest = 1] = decadesAround(points.map(({ y }) => y));
  const toY = scaleOf([lowest, highest], plot.bottom, plot.top);
  const xs = [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b);
  const ys = [1, 2, 5].flatMap((digit) => decadesFrom(lowest, highest).map((decade) => digit * decade));
  const labels = spread(lines.map(({ points }) => toY(points.at(-1)?.y ?? lowest)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${quoted(title)}">`,
    `<style>${style(lines.length)}</style>`,
    `<text class="title" x="${plot.left}" y="24">${quoted(title)}</text>`,
    `<text x="${plot.left}" y="46">${quoted(upwards)}</text>`,
    ...ys
      .filter((y) => y >= lowest && y <= highest)
      .flatMap((y) => [
        `<path class="grid" d="M${plot.left} ${round(toY(y))}H${plot.right}"/>`,
        `<text class="end" x="${plot.left - 8}" y="${round(toY(y) + 4)}">${y.toLocaleString('en')}</text>`,
      ]),
    ...xs.map(
      (x) => `<text class="middle" x="${round(toX(x))}" y="${plot.bottom + 20}">${x.toLocaleString('en')}</text>`,
    ),
    `<text class="middle" x="${(plot.left + plot.right) / 2}" y="${plot.bottom + 44}">${quoted(across)}</text>`,
    ...lines.flatMap(({ name, points }, index) => {
      const path = points.map(({ x, y }) => `${round(toX(x))} ${round(toY(y))}`).join('L');
      const dots = points.map(
        ({ x, y }) => `<circle class="c${index}" cx="${round(toX(x))}" cy="${round(toY(y))}" r="3"/>`,
      );
      const label = round((labels[index] ?? plot.top) + 4);
      return [
        `<path class="line c${index}" d="M${path}"/>`,
        ...dots,
        `<text class="c${index}" x="${plot.right + 12}" y="${label}">${quoted(name)}</text>`,
      ];
    }),
    '</svg>\n',
  ].join('\n');
}

/** The next steps of 1, 2 and 5 below and above all values. */
function decadesAround(values: readonly number[]): [number, number] {
  const steps = decadesFrom(1e-3, 1e9).flatMap((decade) => [decade, 2 * decade, 5 * decade]);
  const lowest = steps.findLast((step) => step <= Math.min(...values));
  const highest = steps.find((step) => step >= Math.max(...values));
  return [lowest ?? 1, highest ?? 1];
}

function decadesFrom(lowest: number, highest: number): number[] {
  const [first, last] = [Math.floor(Math.log10(lowest)), Math.ceil(Math.log10(highest))];
  return Array.from({ length: last - first + 1 }, (_, index) => Number(`1e${first + index}`));
}

function scaleOf([lowest, highest]: readonly [number, number], from: number, to: number): (value: number) => number {
  const span = Math.log(highest) - Math.log(lowest) || 1;
  return (value) => from + ((Math.log(value) - Math.log(lowest)) / span) * (to - from);
}

/** Moves labels down until none covers another. */
function spread(heights: readonly number[]): number[] {
  const placed = [...heights.entries()].toSorted(([, a], [, b]) => a - b);
  let free = Number.NEGATIVE_INFINITY;
  const moved = placed.map(([index, wanted]): [number, number] => {
    const at = Math.max(wanted, free);
    free = at + lineHeight;
    return [index, at];
  });
  return moved.toSorted(([a], [b]) => a - b).map(([, at]) => at);
}

const round = (value: number): number => Number(value.toFixed(1));

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function style(count: number): string {
  const coloured = (palette: readonly string[]) =>
    Array.from({ length: count }, (_, index) => {
      const colour = palette[index % palette.length];
      return `path.c${index}{stroke:${colour}}text.c${index},circle.c${index}{fill:${colour}}`;
    }).join('');
  return [
    'text{font:13px system-ui,sans-serif;fill:#334155}.title{font-weight:600;font-size:15px}',
    '.middle{text-anchor:middle}.end{text-anchor:end}.grid{stroke:#cbd5e1;fill:none}.line{stroke-width:2;fill:none}',
    coloured(colours),
    `@media(prefers-color-scheme:dark){text{fill:#cbd5e1}.grid{stroke:#334155}${coloured(darkColours)}}`,
  ].join('');
}
