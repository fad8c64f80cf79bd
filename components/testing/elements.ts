import { isValidElement, type ReactElement, type ReactNode } from 'react';

/** The elements of a component within what another one returned: their keys and props. */
export function elementsOf<Props extends object>(
  component: (props: Props) => ReactNode,
  within: ReactNode,
): ReactElement<Props>[] {
  if (Array.isArray(within)) return within.flatMap((part: ReactNode) => elementsOf(component, part));
  if (!isValidElement<Props & { children?: ReactNode }>(within)) return [];
  return [...(within.type === component ? [within] : []), ...elementsOf(component, within.props.children)];
}
