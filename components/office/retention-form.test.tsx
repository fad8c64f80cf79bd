import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { RetentionForm } from './retention-form.tsx';

const retention = { keepVisitsMonths: 24, keepAuditLogMonths: null, keepWebhooksMonths: 6 };
const markup = render(
  <RetentionForm
    retention={retention}
    staff={{ id: 's', displayName: 'Ana' }}
    onSave={async ({ base }) => ({ ok: true, value: { kind: 'saved', now: base } })}
  />,
);

test('each field has its number of months, or is empty if everything is kept, and has a hint', () => {
  const values = [...markup.matchAll(/name="(keep\w+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  expect(values).toEqual([
    ['keepVisitsMonths', '24'],
    ['keepAuditLogMonths', ''],
    ['keepWebhooksMonths', '6'],
  ]);
  const described = [...markup.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id]) => id);
  for (const id of described) expect(markup).toContain(`id="${id}"`);
  expect(described).toHaveLength(3);
  expect(textOf(markup)).toContain('Visits (months)');
});
