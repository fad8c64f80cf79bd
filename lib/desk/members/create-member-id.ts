/** Without letters that are taken for a digit, and without vowels: it forms no word. */
const signs = '23456789BCDFGHJKMNPQRSTVWXZ';
const randomSigns = 4;

/**
 * What follows the letter of a membership id that the desk proposes, such as `261121-7KQ4`: the day, and signs by which
 * two of a day differ. Whether it is free, the platform says.
 */
export function idEndingOf(day: string, uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  const picked = Array.from({ length: randomSigns }, (_, index) => {
    const number = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
    return signs[number % signs.length];
  });
  return `${day.slice(2).replaceAll('-', '')}-${picked.join('')}`;
}

/** The id that the desk proposes: `P-…` for a prospect, `M-…` for a member. */
export const proposedId = (membershipType: string, ending: string): string =>
  `${membershipType === 'PROSPECT' ? 'P' : 'M'}-${ending}`;
