'use client';

import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { DialogPlace } from './dialog-place.ts';

interface PageCoverProps {
  appName: string;
  title: string;
  text: string;
  hint: string;
  children: ReactNode;
}

/**
 * Covers the whole page, opaque. It is a native modal dialog, below which the browser makes everything inert, also dialogs and notes that
 * the page opens meanwhile. `looks.css` hides the page, so that it is not printed either, and the title of the tab may name a member.
 * The page and its fields stay as they are; the focus returns with them.
 */
export function PageCover({ appName, title, text, hint, children }: PageCoverProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const id = useId();
  useLayoutEffect(() => (dialog ? keepOpen(dialog) : undefined), [dialog]);
  useLayoutEffect(() => {
    const titleOfPage = document.title;
    document.title = `${title} · ${appName}`;
    return () => {
      document.title = titleOfPage;
    };
  }, [title, appName]);
  return createPortal(
    <dialog
      ref={setDialog}
      // biome-ignore lint/a11y/noRedundantRoles: shortcuts and reloads look for the attribute
      role="dialog"
      aria-modal
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      className="page-cover"
      onKeyDown={keepEscape}
      // a dialog of the page that is below would hold up scrolling here
      onWheel={(event) => event.stopPropagation()}
      onTouchMove={(event) => event.stopPropagation()}
    >
      <section className="grid w-full max-w-sm gap-6 rounded-lg border border-line bg-surface p-6">
        <div>
          <p className="font-bold text-accent">{appName}</p>
          <h1 id={`${id}title`} className="font-bold text-3xl tracking-tight">
            {title}
          </h1>
        </div>
        <div id={`${id}text`} className="wrap-anywhere grid gap-2">
          <p>{text}</p>
          <p className="text-ink-soft text-sm">{hint}</p>
        </div>
        <DialogPlace value={dialog}>{children}</DialogPlace>
      </section>
    </dialog>,
    document.body,
  );
}

/** Browsers close a modal dialog by Escape or a gesture: this one stays. */
function keepOpen(dialog: HTMLDialogElement): () => void {
  const open = () => dialog.showModal();
  open();
  dialog.addEventListener('close', open);
  return () => {
    dialog.removeEventListener('close', open);
    dialog.close();
  };
}

function keepEscape(event: SyntheticEvent<HTMLDialogElement, KeyboardEvent>): void {
  if (event.nativeEvent.key === 'Escape') event.preventDefault();
}
