import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

export interface ButtonLooks {
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  shape?: 'text' | 'icon' | 'row';
}

export const buttonLooks = ({ look = 'plain', shape = 'text' }: ButtonLooks, className?: string): string =>
  cn('button', `button-${look}`, shape !== 'text' && `button-${shape}`, className);

export type ButtonProps = ComponentProps<'button'> & ButtonLooks;

/** A button for actions. Use `LinkButton` for navigation. */
export function Button({ look, shape, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonLooks({ look, shape }, className)} {...rest} />;
}
