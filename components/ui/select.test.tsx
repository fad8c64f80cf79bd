import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Select } from './select.tsx';

const options = [
  { value: '', label: 'All contracts' },
  { value: 'BASIC', label: 'Basic' },
];

it.each(options)('the server-rendered page shows the chosen option: $label', ({ value, label }) => {
  const field = <Select label="Contract" value={value} options={options} onChange={() => {}} />;
  expect(/<button[\s\S]*?<\/button>/.exec(renderToStaticMarkup(field))?.[0]).toContain(`>${label}<`);
});
