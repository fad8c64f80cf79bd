// Comfort alone: every page works without this file.

for (const button of document.querySelectorAll('button[data-copies]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.parentElement.querySelector('[role=status]').textContent = button.dataset.copied;
  });
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
