// Keeps the credentials of the gym that was just created in the session storage of this tab, for the pages that send requests from the
// browser. A tab that is opened by the link gets a copy; both forget it when they are closed.

const link = document.querySelector('a[data-gym]');
if (link) sessionStorage.setItem('sandbox-gym', link.dataset.gym);
