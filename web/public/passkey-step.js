/* global document, navigator, fetch, location, atob, btoa */
// Finishes a sign-in with a passkey, on a page that the API makes (api/src/auth/sign-in/second-step-page.ts). A separate
// file because the content security policy forbids inline scripts. `PublicKeyCredential.toJSON` is too new to rely on.
(() => {
  const CANCELED = 'Your passkey was not used: it was canceled, or took too long. Try again.';
  const UNSUPPORTED = 'This browser cannot use passkeys here. Use another way.';

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');

  const form = document.querySelector('form');
  const button = form.querySelector('button');

  const explain = (message) => {
    const alert = document.getElementById('error') ?? document.createElement('p');
    alert.id = 'error';
    alert.className = 'alert';
    alert.setAttribute('role', 'alert');
    alert.textContent = message;
    form.before(alert);
  };

  const fail = (message) => {
    explain(message);
    button.disabled = false;
    button.focus();
  };

  const ask = async () => {
    const response = await fetch('/api/login/passkey/options', { method: 'POST' });
    if (response.status === 400) return location.reload(); // it took too long: leads back to the beginning
    const { options, message } = await response.json();
    if (!response.ok) return fail(message);
    const credential = await navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        allowCredentials: options.allowCredentials.map((each) => ({ ...each, id: bytes(each.id) })),
      },
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
    form.elements.credential.value = JSON.stringify({
      id: credential.id,
      rawId: text(credential.rawId),
      type: credential.type,
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        userHandle: userHandle && text(userHandle),
      },
    });
    form.submit();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!navigator.credentials) return explain(UNSUPPORTED);
    button.disabled = true;
    ask().catch(() => fail(CANCELED));
  });
})();
