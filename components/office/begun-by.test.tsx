import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { AccessForm } from '#components/connection/access-form.tsx';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { elementsOf } from '#components/testing/elements.ts';
import { render } from '#components/testing/render.tsx';
import { TextField } from '#components/ui/field.tsx';
import { LegacyForm } from './legacy.tsx';
import { RetentionForm } from './retention-form.tsx';

type Staff = BegunByProps['staff'];
const [ana, mira] = [
  { id: 'ana', displayName: 'Ana' },
  { id: 'mira', displayName: 'Mira' },
];
const never = () => Promise.reject(new Error('Nobody has pressed anything.'));
const retention = { keepVisitsMonths: 24, keepAuditLogMonths: null, keepWebhooksMonths: 6 };

const forms: [string, (staff: Staff) => ReactNode][] = [
  [
    'a key',
    (staff) =>
      AccessForm({
        of: 'access',
        url: '',
        version: 'v',
        staff,
        onSave: never,
        onKept: never,
        onConflict: never,
        question: () => ({ title: '', description: '', confirm: '', look: 'main' }),
      }),
  ],
  [
    'the legacy interface',
    (staff) =>
      LegacyForm({
        legacy: null,
        version: 'v',
        staff,
        onSave: never,
        onKept: never,
        onConflict: never,
        onRemove: never,
      }),
  ],
  ['retention', (staff) => RetentionForm({ retention, staff, onSave: never })],
];

test.each(forms)('unsaved input names its author once another manager has signed in: %s', (_, draw) => {
  const told: (Staff | undefined)[] = [];
  function Form() {
    const [staff, signIn] = useState(ana);
    const form = draw(staff);
    told.push(elementsOf(BegunBy, form)[0]?.props.staff);
    const enter = elementsOf(TextField, form)[0]?.props.onChange;
    // safe because: fields read nothing else of the event
    if (told.length === 1) enter?.({ target: { value: '7' } } as Parameters<typeof enter>[0]);
    if (told.length === 2) signIn(mira);
    return form;
  }
  render(<Form />);
  expect(told).toEqual([undefined, ana, mira]);
});
