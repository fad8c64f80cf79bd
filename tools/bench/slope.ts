/** A line through points, and between which slopes the true one lies with 95 % confidence. */
interface Slope {
  perUnit: number;
  atLeast: number;
  atMost: number;
}

/** Student's t for 97.5 %, by degrees of freedom; above the last of them it hardly changes. */
const student = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13];
const studentOfMany = 2.05;

/** The least squares through points, whose deviations count as independent of each other. @throws with fewer than three */
export function slopeOf(points: readonly { x: number; y: number }[]): Slope {
  const freedom = points.length - 2;
  if (freedom < 1) throw new Error(`${points.length} points tell no slope.`);
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const width = sum(points.map(({ x }) => (x - meanX) ** 2));
  const perUnit = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / width;
  const rest = sum(points.map(({ x, y }) => (y - meanY - perUnit * (x - meanX)) ** 2));
  const margin = (student[freedom - 1] ?? studentOfMany) * Math.sqrt(rest / freedom / width);
  return { perUnit, atLeast: perUnit - margin, atMost: perUnit + margin };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
