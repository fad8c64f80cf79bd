'use client';

import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';

/** A button whose menu is fetched when it is first pressed. */
export function menuOnDemand<Props extends { trigger: ReactNode }>(load: () => Promise<ComponentType<Props>>) {
  const Part = onDemand(load);
  return function MenuButton({ button, ...props }: Omit<Props, 'trigger'> & { button: ComponentProps<typeof Button> }) {
    const [isWanted, setWanted] = useState(false);
    const menuProps = { ...props, trigger: <Button {...button} /> } as unknown as Props; // safe because: the trigger was all it lacked
    const meanwhile = <Button {...button} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
    return <Part {...menuProps} isWanted={isWanted} meanwhile={meanwhile} />;
  };
}
