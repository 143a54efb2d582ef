// Which modules may import which: domain <- platform <- rules <- database <- jobs <- api, worker.
const TEST = '(\\.(spec|program-spec|int-spec|system-spec|slow-spec)\\.ts$|\\.test\\.tsx$|(^|/)testing/|^lab/faults/)';
const rule = (name, from, to) => ({ name, severity: 'error', from, to });
const source = (path) => ({ path, pathNot: TEST });

module.exports = {
  forbidden: [
    rule('no-circular', {}, { circular: true }),
    rule('no-unresolved', {}, { couldNotResolve: true }),
    rule('no-undeclared-packages', source('^(api|worker|libs)/'), {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
      dependencyTypesNot: ['type-only'],
    }),
    rule('libs-know-no-app', source('^libs/'), { path: '^(api|worker|web)/' }),
    rule('apps-stay-independent', { path: '^(api|worker|web)/' }, { path: '^(api|worker|web)/', pathNot: '^$1/' }),
    rule('domain-is-pure', source('^libs/domain/'), { path: '^(libs/(?!domain/)|node_modules/)' }),
    rule('domain-does-no-io', source('^libs/domain/'), { dependencyTypes: ['core'] }),
    rule('platform-knows-domain', source('^libs/platform/'), { path: '^libs/(?!platform/|domain/)' }),
    rule('rules-know-platform', source('^libs/rules/'), { path: '^libs/(?!rules/|platform/|domain/)' }),
    rule('database-knows-rules', source('^libs/database/'), { path: '^libs/(?!database/|rules/|platform/|domain/)' }),
    // The database's areas: accounts <- scheduling <- calls <- customers <- follow-ups <- weekly-letters <-
    // deliveries <- servicetitan; billing may import weekly-letters, and erasures may import follow-ups.
    rule('accounts-know-no-area', source('^libs/database/accounts/'), {
      path: '^libs/database/(scheduling|calls|customers|follow-ups|weekly-letters|deliveries|servicetitan|billing|erasures)/',
    }),
    rule('scheduling-knows-accounts', source('^libs/database/scheduling/'), {
      path: '^libs/database/(calls|customers|follow-ups|weekly-letters|deliveries|servicetitan|billing|erasures)/',
    }),
    rule('calls-know-scheduling', source('^libs/database/calls/'), {
      path: '^libs/database/(customers|follow-ups|weekly-letters|deliveries|servicetitan|billing|erasures)/',
    }),
    rule('customers-know-calls', source('^libs/database/customers/'), {
      path: '^libs/database/(follow-ups|weekly-letters|deliveries|servicetitan|billing|erasures)/',
    }),
    rule('follow-ups-know-customers', source('^libs/database/follow-ups/'), {
      path: '^libs/database/(weekly-letters|deliveries|servicetitan|billing|erasures)/',
    }),
    rule('weekly-letters-know-follow-ups', source('^libs/database/weekly-letters/'), {
      path: '^libs/database/(deliveries|servicetitan|billing|erasures)/',
    }),
    rule('deliveries-know-weekly-letters', source('^libs/database/deliveries/'), {
      path: '^libs/database/servicetitan/',
    }),
    rule('jobs-know-database', source('^libs/jobs/'), { path: '^libs/(?!jobs/|database/|rules/|platform/|domain/)' }),
    rule(
      'typeorm-only-in-database',
      { path: '^(api|worker|libs)/', pathNot: `^libs/database/|${TEST}` },
      { path: 'node_modules/typeorm/' },
    ),
    rule(
      'analyst-training-stays-outside',
      { path: '^(api|worker|libs|web)/', pathNot: TEST },
      { path: '^lab/analyst/' },
    ),
    rule(
      'bench-stays-outside',
      { path: '.', pathNot: '^lab/bench/' },
      { path: '^lab/bench/', pathNot: '^lab/bench/(statistics|random-language-model)\\.ts$' },
    ),
    rule('testing-stays-in-tests', { path: '.', pathNot: TEST }, { path: '^(libs|web/src|worker/src/.+)/testing/' }),
    // Pipeline steps use engines through ports; only the composition root knows which engine implements a port.
    rule(
      'transcription-through-its-port',
      { path: '^worker/src/(calls|analysis|deliveries|dispatch)/', pathNot: TEST },
      {
        path: '^worker/src/transcription/',
        pathNot: '^worker/src/transcription/(transcriber|hints|transcript-quality)\\.ts$',
      },
    ),
    rule(
      'analysis-through-its-port',
      { path: '^worker/src/(calls|transcription|audio|deliveries|dispatch)/', pathNot: TEST },
      { path: '^worker/src/analysis/', pathNot: '^worker/src/analysis/(analyst|cautious\\.analyst)\\.ts$' },
    ),
    rule(
      'channels-stay-independent',
      { path: '^worker/src/deliveries/channels/([^/]+)/' },
      { path: '^worker/src/deliveries/channels/', pathNot: '^worker/src/deliveries/channels/$1/' },
    ),
    rule('audio-knows-no-engine', source('^worker/src/audio/'), {
      path: '^worker/src/(transcription|analysis|calls|deliveries|dispatch)/',
    }),
    // Worker features use the leader election, which doesn't use any of them.
    rule('leader-knows-no-feature', source('^worker/src/leader/'), { path: '^worker/src/(?!leader/)' }),
    // API features are used only through their module or service.
    rule(
      'features-through-their-module',
      { path: '^api/src/([^/]+)/', pathNot: TEST },
      { path: '^api/src/[^/]+/', pathNot: '^api/src/($1/|http/|auth/|stores/|.+\\.(module|service|guard)\\.ts$)' },
    ),
    rule('http-knows-no-sign-in', source('^api/src/http/'), { path: '^api/src/(?!http/|stores/)' }),
    // The web app: lib <- ui <- features <- app. Outside web/, it may import only the domain.
    rule('web-knows-domain', source('^web/'), { path: '^libs/(?!domain/)' }),
    rule('web-api-knows-no-lib', source('^web/src/api/'), { path: '^web/src/(?!api/)' }),
    rule('web-lib-is-the-lowest-layer', source('^web/src/(lib|api)/'), { path: '^web/src/(?!lib/|api/)' }),
    rule('web-ui-knows-no-feature', source('^web/src/ui/'), { path: '^web/src/(?!ui/|lib/)' }),
    rule('web-features-know-no-app', source('^web/src/features/'), { path: '^web/src/app/' }),
    rule(
      'radix-only-in-ui',
      { path: '^web/src/', pathNot: '^web/src/ui/' },
      { path: 'node_modules/(radix-ui|@radix-ui)/' },
    ),
    rule(
      'web-features-stay-independent',
      { path: '^web/src/features/([^/]+)/', pathNot: TEST },
      { path: '^web/src/features/', pathNot: '^web/src/features/($1/|(account|calls|follow-ups|users)/components/)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
