// The local models that `npm run models` installs.

/**
 * @typedef {object} Source a file from the publisher's releases
 * @property {string} [publisher] where its releases are, if not at PUBLISHER_URL
 * @property {string} release tag of the release, or its path in the URL
 * @property {string} file
 * @property {number} bytes of the download
 * @property {string} [sha256]
 * @property {Record<string, string>} contents files to keep: names in the model's folder, and their paths in the
 *   archive; an empty path means that the file isn't an archive
 *
 * @typedef {object} Model
 * @property {string} name also the name of its folder
 * @property {string} title
 * @property {'transcription' | 'speakers' | 'notes'} purpose
 * @property {string[]} languages ISO 639-1; `*` means nearly all
 * @property {number} rank workers use the lowest-ranked installed model that supports the calls' language. Installed
 *   models keep their rank, so a new model must fit before, between or after them
 * @property {boolean} [acceptsNames] whether it accepts an account's names and terms
 * @property {string} license
 * @property {number} diskBytes
 * @property {number} memoryMb estimate for the model plus working memory
 * @property {Source[]} sources
 */

/** URL of most models' releases, unless MODELS_BASE_URL is set to a mirror with the same layout. */
export const PUBLISHER_URL = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

const HUGGING_FACE = 'https://huggingface.co';

/** @param {Source} source @param {string} [mirror] of all publishers @returns {string} its release's folder */
export function releaseUrl({ publisher = PUBLISHER_URL, release }, mirror) {
  return `${mirror ?? publisher}/${release}`;
}

/** @param {Source} source @param {string} [mirror] @returns {string} */
export function sourceUrl(source, mirror) {
  return `${releaseUrl(source, mirror)}/${source.file}`;
}

/** The model that the documentation and messages recommend. */
export const RECOMMENDED_MODEL = 'parakeet';

const ENGLISH_ONLY = ['en'];
const EUROPEAN_LANGUAGES = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro ru sk sl es sv uk'.split(' ');
const TRANSDUCER_FILES = ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'];

// Languages supported by Cohere Transcribe and Qwen3-ASR, according to the publisher's documentation.
const COHERE_LANGUAGES = 'ar de el en es fr it ja ko nl pl pt vi zh'.split(' ');
const QWEN_LANGUAGES =
  'ar cs da de el en es fa fi fil fr hi hu id it ja ko mk ms nl pl pt ro ru sv th tr vi yue zh'.split(' ');

/**
 * Names, files and licenses come from the publisher's documentation (k2-fsa.github.io/sherpa/onnx). Its releases have a
 * checksum.txt. The additional checksums here were found in several public projects that pin the same files, on
 * 2026-11-22 or 2026-11-28. For the language models, they are the only checksums.
 * @type {readonly Model[]}
 */
export const CATALOG = [
  {
    name: 'parakeet',
    title: 'Parakeet TDT 0.6B v2: accurate and fast, English only',
    purpose: 'transcription',
    languages: ENGLISH_ONLY,
    rank: 1,
    license: 'CC-BY-4.0',
    diskBytes: 661_000_000,
    memoryMb: 1_200,
    sources: [
      speechArchive('sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8', {
        bytes: 482_468_385,
        sha256: '157c157bc51155e03e37d2466522a3a737dd9c72bb25f36eb18912964161e1ad',
        files: TRANSDUCER_FILES,
      }),
    ],
  },
  {
    name: 'cohere',
    title: 'Cohere Transcribe 2B: most accurate in public benchmarks, slow',
    purpose: 'transcription',
    languages: COHERE_LANGUAGES,
    rank: 0,
    license: 'Apache-2.0',
    diskBytes: 2_889_000_000,
    memoryMb: 3_500,
    sources: [
      speechArchive('sherpa-onnx-cohere-transcribe-14-lang-int8-2026-04-01', {
        bytes: 1_699_791_751,
        sha256: 'bd582588d50685a795dcd2807ab77e11361b8312d96c53884682def45ab4206d',
        files: ['encoder.int8.onnx', 'encoder.int8.onnx.data', 'decoder.int8.onnx', 'tokens.txt'],
      }),
    ],
  },
  {
    name: 'parakeet-unified',
    title: 'Parakeet Unified 0.6B: English, newer than parakeet',
    purpose: 'transcription',
    languages: ENGLISH_ONLY,
    rank: 1.5,
    license: 'NVIDIA Open Model License',
    diskBytes: 664_000_000,
    memoryMb: 1_500,
    sources: [
      speechArchive('sherpa-onnx-nemo-parakeet-unified-en-0.6b-int8-non-streaming', {
        bytes: 501_350_460,
        sha256: '99f63605b3a85a54c250c0869670a687b7d6598a47bf2421515e1f839a76e150',
        files: TRANSDUCER_FILES,
      }),
    ],
  },
  {
    name: 'qwen3-asr',
    title: 'Qwen3-ASR 0.6B: 30 languages, uses your names and terms',
    purpose: 'transcription',
    languages: QWEN_LANGUAGES,
    rank: 1.7,
    acceptsNames: true,
    license: 'Apache-2.0',
    diskBytes: 988_000_000,
    memoryMb: 1_800,
    sources: [
      speechArchive('sherpa-onnx-qwen3-asr-0.6B-int8-2026-03-25', {
        bytes: 878_702_423,
        sha256: '393f8a14e2f5fb96746aaab342997a40641001fbd5bf9592a080a8329178ee96',
        files: [
          'conv_frontend.onnx',
          'encoder.int8.onnx',
          'decoder.int8.onnx',
          'tokenizer/vocab.json',
          'tokenizer/merges.txt',
          'tokenizer/tokenizer_config.json',
        ],
      }),
    ],
  },
  {
    name: 'parakeet-v3',
    title: 'Parakeet TDT 0.6B v3: 25 European languages',
    purpose: 'transcription',
    languages: EUROPEAN_LANGUAGES,
    rank: 2,
    license: 'CC-BY-4.0',
    diskBytes: 671_000_000,
    memoryMb: 1_200,
    sources: [
      speechArchive('sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8', {
        bytes: 487_170_055,
        sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
        files: TRANSDUCER_FILES,
      }),
    ],
  },
  {
    name: 'parakeet-small',
    title: 'Parakeet TDT 110M: English on small machines',
    purpose: 'transcription',
    languages: ENGLISH_ONLY,
    rank: 3,
    license: 'CC-BY-4.0',
    diskBytes: 137_000_000,
    memoryMb: 400,
    sources: [
      speechArchive('sherpa-onnx-nemo-parakeet_tdt_transducer_110m-en-36000-int8', {
        bytes: 108_035_095,
        sha256: 'f628312e9fdf8686374cb01a69425c41732529d540860311f16f37cbc32cfe9b',
        files: TRANSDUCER_FILES,
      }),
    ],
  },
  {
    name: 'whisper',
    title: 'Whisper small: 99 languages, slow',
    purpose: 'transcription',
    languages: ['*'],
    rank: 4,
    license: 'MIT',
    diskBytes: 376_000_000,
    memoryMb: 1_000,
    sources: [
      speechArchive('sherpa-onnx-whisper-small', {
        bytes: 639_387_718,
        sha256: '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6',
        files: ['small-encoder.int8.onnx', 'small-decoder.int8.onnx', 'small-tokens.txt'],
      }),
    ],
  },
  {
    name: 'moonshine',
    title: 'Moonshine base: English, quick',
    purpose: 'transcription',
    languages: ENGLISH_ONLY,
    rank: 5,
    license: 'MIT',
    diskBytes: 287_000_000,
    memoryMb: 600,
    sources: [
      speechArchive('sherpa-onnx-moonshine-base-en-int8', {
        bytes: 250_807_309,
        sha256: '21870cecaa2e44e4e2bf63e02d1072bed183ccd10284871353bd9d24dad14e5e',
        files: [
          'preprocess.onnx',
          'encode.int8.onnx',
          'uncached_decode.int8.onnx',
          'cached_decode.int8.onnx',
          'tokens.txt',
        ],
      }),
    ],
  },
  {
    name: 'speakers',
    title: 'Pyannote 3.0 and TitaNet: separate speakers in single-channel recordings',
    purpose: 'speakers',
    languages: ['*'],
    rank: 1,
    license: 'MIT, CC-BY-4.0',
    diskBytes: 46_300_000,
    memoryMb: 200,
    sources: [
      {
        release: 'speaker-segmentation-models',
        file: 'sherpa-onnx-pyannote-segmentation-3-0.tar.bz2',
        bytes: 6_958_444,
        sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
        contents: { 'segmentation.onnx': 'sherpa-onnx-pyannote-segmentation-3-0/model.onnx' },
      },
      {
        release: 'speaker-recongition-models', // the publisher's spelling
        file: 'nemo_en_titanet_small.onnx',
        bytes: 40_257_283,
        sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
        contents: { 'embedding.onnx': '' },
      },
    ],
  },
  {
    name: 'notes',
    title: 'Qwen3 4B Instruct 2507, 4 bits: writes summaries and follow-ups',
    purpose: 'notes',
    languages: ['*'],
    rank: 1,
    license: 'Apache-2.0',
    diskBytes: 2_497_280_736,
    memoryMb: 4_000,
    sources: [
      languageModel('bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF', 'Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf', {
        bytes: 2_497_280_736,
        sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
      }),
    ],
  },
  {
    name: 'notes-small',
    title: 'Qwen3 1.7B, 4 bits: writes summaries and follow-ups on small machines',
    purpose: 'notes',
    languages: ['*'],
    rank: 2,
    license: 'Apache-2.0',
    diskBytes: 1_282_439_584,
    memoryMb: 2_700,
    sources: [
      languageModel('bartowski/Qwen_Qwen3-1.7B-GGUF', 'Qwen_Qwen3-1.7B-Q4_K_M.gguf', {
        bytes: 1_282_439_584,
        sha256: '72c5c3cb38fa32d5256e2fe30d03e7a64c6c79e668ad84057e3bd66e250b24fb',
      }),
    ],
  },
];

/**
 * @param {string} folder of the archive, which has the same name
 * @param {{ bytes: number, sha256: string, files: string[] }} details
 * @returns {Source}
 */
function speechArchive(folder, { bytes, sha256, files }) {
  return {
    release: 'asr-models',
    file: `${folder}.tar.bz2`,
    bytes,
    sha256,
    contents: Object.fromEntries(files.map((file) => [file, `${folder}/${file}`])),
  };
}

/**
 * @param {string} repository @param {string} file @param {{ bytes: number, sha256: string }} details
 * @returns {Source}
 */
function languageModel(repository, file, { bytes, sha256 }) {
  const release = `${repository}/resolve/main`;
  return { publisher: HUGGING_FACE, release, file, bytes, sha256, contents: { 'model.gguf': '' } };
}
