import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. It settles nothing between two classes for the same thing: the looks of components/ui stand in a
 * layer of their own, below what a screen adds (components/ui/looks.css).
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
