// Comfort alone: every page works without this file.

for (const button of document.querySelectorAll('button[data-copies]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.parentElement.querySelector('[role=status]').textContent = button.dataset.copied;
  });
}

// what was typed is still there in the other language
const fields = [...document.querySelectorAll('main :is(input, textarea, select)')].filter(
  ({ type }) => type !== 'hidden' && type !== 'password',
);
const languages = document.querySelector('form.languages');
languages?.addEventListener('submit', () => {
  const typed = fields.map(({ value, checked = false }) => ({ value, checked }));
  sessionStorage.setItem('typed', JSON.stringify({ place: languages.elements.to.value, typed }));
});
const { place, typed } = JSON.parse(sessionStorage.getItem('typed') ?? '{}');
sessionStorage.removeItem('typed');
if (languages && languages.elements.to.value === place && typed.length === fields.length) {
  for (const [index, field] of fields.entries())
    Object.assign(field, field.type === 'checkbox' ? { checked: typed[index].checked } : { value: typed[index].value });
}

// a second press does not send a form again
for (const form of document.querySelectorAll('form[method=post]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.isSent) event.preventDefault();
    form.dataset.isSent = 'yes';
  });
}

// what was shown once is not shown again by going back
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
