import { html } from './html';

describe('html', () => {
  it('escapes interpolated strings in content and attributes', () => {
    const maliciousText = `"><script>'&`;
    expect(html`<p title="${maliciousText}">${maliciousText}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;</p>',
    );
  });

  it('inserts other HTML unchanged, and nothing for null', () => {
    expect(html`<ul>${html`<li>${'<'}</li>`}${null}</ul>`.text).toBe('<ul><li>&lt;</li></ul>');
  });
});
