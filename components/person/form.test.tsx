import { expect, test } from 'vitest';
import { beginNewMember } from '#components/new-member/new-member.ts';
import { render } from '#components/testing/render.tsx';
import { PersonForm } from './form.tsx';

const { values } = beginNewMember('nora@example.com', { today: '2026-11-21', idEnding: '261121-7KQ4' }, null);
const form = (isPending: boolean) =>
  render(
    <PersonForm
      values={values}
      tan=""
      wasCorporate={false}
      problems={{}}
      failure={null}
      conflicts={null}
      isPending={isPending}
      onChange={() => {}}
      onSubmit={() => {}}
      onCancel={() => {}}
    />,
  );
/** The markup after the inert fields. */
const fieldsOf = (markup: string) => markup.split('<fieldset').length - 1;

test('all fields of a person are disabled while the form is being sent', () => {
  const [before = '', inert = ''] = form(true).split(' inert=""');
  expect(fieldsOf(before)).toBe(0);
  expect(fieldsOf(inert)).toBeGreaterThan(1);
  expect(form(false)).not.toContain(' inert=""');
});
