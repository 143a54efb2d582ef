import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const TESTS = [
  '**/*.spec.ts',
  '**/*.int-spec.ts',
  '**/*.system-spec.ts',
  'libs/testing/**',
  'worker/src/**/testing/**',
  'scripts/testing/**',
  '**/*.test.tsx',
  'web/src/testing/**',
  'web/e2e/**',
  'faults/**',
];

export default tseslint.config(
  { ignores: ['dist/', 'web/dist/', 'web/src/api/schema.d.ts', 'node_modules/', '.data/', 'coverage/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json' } },
    rules: {
      'max-lines': ['error', { max: 300, skipComments: true, skipBlankLines: true }],
      'max-params': ['error', { max: 7 }], // counts a constructor's dependencies
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings come from libs/platform/config.' },
        ...['any', 'timeout'].map((property) => ({
          object: 'AbortSignal',
          property,
          message: 'Its sources can be garbage collected. Use startTimeLimit (libs/platform/time-limit.ts).',
        })),
      ],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/prefer-promise-reject-errors': 'off', // an abort signal's reason is passed on as it is
    },
  },
  // Nest reads constructor types at run time: imports of injected classes must stay imports of values.
  {
    files: ['api/**/*.ts', 'worker/**/*.ts', 'libs/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['web/**/*.ts', 'web/**/*.tsx'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    languageOptions: { parserOptions: { project: './web/tsconfig.json' } },
  },
  { files: ['web/e2e/**/*.ts'], languageOptions: { parserOptions: { project: './tsconfig.json' } } },
  // The type of a query's options carries its answer; nobody could write it by hand.
  {
    files: ['web/**/api.ts', 'web/**/*-query.ts'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': ['error', { max: 650 }],
      'no-restricted-properties': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  { files: ['bench/**'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['libs/platform/config/**', 'libs/database/migrations/**'],
    rules: { 'no-restricted-properties': 'off', 'max-lines': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        module: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        FormData: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
      },
    },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-restricted-properties': [
        'error',
        {
          object: 'AbortSignal',
          property: 'any',
          message: 'Its sources can be garbage collected. Follow the signals with a controller.',
        },
      ],
    },
  },
);
