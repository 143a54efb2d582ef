import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const SCRIPT = resolve(__dirname, '../../ops/worker.sh');
const MODELS = { LOCAL_WHISPER_MODEL: 'whisper-model', LOCAL_OLLAMA_MODEL: 'ollama-model' };

describe('ops/worker.sh', () => {
  const directory = temporaryDirectory();

  /** Returns the settings that docker-compose.yml's worker starts with while these containers are running. */
  function readSettingsWith(containers: string[], env: Record<string, string> = {}): Record<string, string> {
    const bin = mkdtempSync(join(directory, 'bin-'));
    const programs = {
      getent: `case " ${containers.join(' ')} " in *" $2 "*) echo "10.0.0.2 $2" ;; *) exit 2 ;; esac`,
      node: 'env',
    };
    for (const [name, code] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${code}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const output = execFileSync('sh', [SCRIPT], {
      encoding: 'utf8',
      env: { PATH: `${bin}:${process.env.PATH ?? ''}`, ...MODELS, ...env },
    });
    return Object.fromEntries(
      output
        .split('\n')
        .map((line) => line.split('=', 2))
        .filter(([name = '']) => /^(TRANSCRIPTION|ANALYSIS|DEEPGRAM)_/.test(name)) as [string, string][],
    );
  }

  it('leaves the settings unchanged without the local-ai profile', () => {
    expect(readSettingsWith([])).toEqual({});
  });

  it("uses the profile's two servers", () => {
    expect(readSettingsWith(['local-whisper', 'local-ollama'])).toEqual({
      TRANSCRIPTION_BASE_URL: 'http://local-whisper:8000/v1',
      TRANSCRIPTION_MODEL: 'whisper-model',
      ANALYSIS_BASE_URL: 'http://local-ollama:11434/v1',
      ANALYSIS_MODEL: 'ollama-model',
      ANALYSIS_TIMEOUT_SECONDS: '600',
    });
  });

  it('keeps the services set in .env', () => {
    const env = { DEEPGRAM_API_KEY: 'key', ANALYSIS_BASE_URL: 'http://my-server/v1' };
    expect(readSettingsWith(['local-whisper', 'local-ollama'], env)).toEqual(env);
  });
});
