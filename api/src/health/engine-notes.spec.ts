import { engineNotes } from './engine-notes';

const BASIC_ENGINES = { transcription: 'pocketsphinx', analysis: 'local' };
const LOCAL_ENGINES = { transcription: 'sherpa:parakeet', analysis: 'local' };

describe('engineNotes', () => {
  it('names the command that improves basic transcription', () => {
    expect(engineNotes([LOCAL_ENGINES, BASIC_ENGINES, BASIC_ENGINES])).toEqual([
      expect.stringContaining('npm run models -- install parakeet'),
    ]);
  });

  it('omits the command while a recognizer is being downloaded', () => {
    const progress = { name: 'parakeet', purpose: 'transcription', receivedBytes: 1, totalBytes: 2, problem: null };
    expect(engineNotes([{ ...BASIC_ENGINES, modelProgress: [progress] }])).toEqual([]);
    expect(engineNotes([{ ...BASIC_ENGINES, modelProgress: [{ ...progress, purpose: 'notes' }] }])).toHaveLength(1);
  });

  it('gives no advice about other recognizers', () => {
    expect(engineNotes([LOCAL_ENGINES, { ...LOCAL_ENGINES, transcriptionProblem: null }])).toEqual([]);
  });

  it("shows a problem of waiting calls and the mail server's once each, next to the advice", () => {
    const callProblem = 'Deepgram rejected the API key (HTTP 401).';
    const messageProblem = "The ServiceTitan secret can't be decrypted. Check SECRETS_KEY.";
    const mailProblem = 'The mail server rejected our username or password. Check SMTP_URL.';
    expect(
      engineNotes([
        { ...LOCAL_ENGINES, callProblem, mailProblem },
        { ...BASIC_ENGINES, callProblem: null, messageProblem, mailProblem },
      ]),
    ).toEqual([expect.stringContaining('basic'), callProblem, mailProblem, messageProblem]);
  });

  it("shows a model's shutdown once, next to the advice", () => {
    const modelNotes = ['The provider will shut down the model "gpt-4o-mini" on Jan 14, 2027.'];
    expect(
      engineNotes([
        { ...BASIC_ENGINES, modelNotes },
        { ...LOCAL_ENGINES, modelNotes },
      ]),
    ).toEqual([expect.stringContaining('basic'), ...modelNotes]);
  });

  it('shows a damaged model once, with its remedy instead of the general advice', () => {
    const transcriptionProblem = 'The local model "parakeet" is damaged.';
    expect(
      engineNotes([
        { ...BASIC_ENGINES, transcriptionProblem },
        { ...LOCAL_ENGINES, transcriptionProblem },
      ]),
    ).toEqual([transcriptionProblem]);
  });
});
