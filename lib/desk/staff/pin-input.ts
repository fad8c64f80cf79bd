import { z } from 'zod';
import { pinProblem } from './pin-problem.ts';

/** A PIN as staff may have it. */
export const pinInput = z.string().refine((pin) => pinProblem({ pin, again: pin }) === null, 'Is no safe PIN.');
