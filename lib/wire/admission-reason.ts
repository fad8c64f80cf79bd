/** Length limits of the reason for an override ("admit anyway"). Separate from its schema: the counter loads no zod. */
export const shortestReason = 3;
export const longestReason = 500;
