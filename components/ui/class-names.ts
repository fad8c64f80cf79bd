import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. It resolves no conflicts between classes: the styles of components/ui are in a CSS layer of their
 * own, below the classes of a screen (components/ui/looks.css).
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
