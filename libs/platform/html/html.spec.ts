import { html } from './html';

describe('HTML from a template', () => {
  it('escapes what is put in, in text and in attributes', () => {
    const hostile = `"><script>'&`;
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;</p>',
    );
  });

  it('takes other HTML as it is, and nothing for null', () => {
    expect(html`<ul>${html`<li>${'<'}</li>`}${null}</ul>`.text).toBe('<ul><li>&lt;</li></ul>');
  });
});
