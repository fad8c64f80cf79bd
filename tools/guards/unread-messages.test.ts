import { expect, test } from 'vitest';
import { messages as german } from '#messages/de.ts';
import { messages as english } from '#messages/en.ts';
import { findUnreadMessages } from './messages.ts';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

const sources = sourceFilesOf('app', 'components', 'contracts', 'lib')
  .filter((file) => !isOfTests(file))
  .map(readSource);

test.each([
  ['English', english],
  ['German', german],
])('every message is used: %s', (_, messages) => {
  expect(findUnreadMessages(messages, sources)).toEqual([]);
});

test('every way to use a message is recognized', () => {
  const messages = {
    page: { title: '', gone: '', states: { in: '', out: '', lost: '' }, kinds: { card: '', pass: '', other: '' } },
    roles: { manager: '', owner: '' },
    left: { title: '' },
  };
  const hole = '$' + '{state}';
  const page = [
    "const t = useTranslations('page');",
    "t('title');",
    `t(\`states.${hole}\`);`,
    "const kinds = await getTranslations('page.kinds');",
    'nameOf(kinds);',
  ].join('\n');
  const roles = "const t = useTranslations('roles');\nt(role);";
  const words = "type State = 'in' | 'out';\nconst kinds = { card: 1, pass: 2 };\ntype Role = 'manager';";
  expect(findUnreadMessages(messages, [page, roles, words])).toEqual([
    'page.gone',
    'page.states.lost',
    'page.kinds.other',
    'roles.owner',
    'left.title',
  ]);
});
