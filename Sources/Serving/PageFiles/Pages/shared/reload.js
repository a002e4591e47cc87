/**
 * Opens the page again after a moment when a script or a style of it hasn't come, as while the network changes: nobody
 * would do so at a wall. It comes before all others, and is no module, whose parts would be missed with it.
 */
addEventListener('error', ({ target }) => {
  const isScript = target instanceof HTMLScriptElement;
  const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
  if (isScript || isStyle) setTimeout(() => location.reload(), 2_000);
}, true);
