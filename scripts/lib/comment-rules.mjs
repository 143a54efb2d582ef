// The project's own oxlint rules for comments.
const FRAGMENT = /^[\s*]*Of\s/;

export default {
  meta: { name: 'comments' },
  rules: {
    /** Rejects comments that begin with "Of", which can't be understood without another comment. */
    'no-fragment': {
      /** @param {any} context */
      create: (context) => ({
        Program() {
          for (const comment of context.sourceCode.getAllComments())
            if (FRAGMENT.test(comment.value))
              context.report({ loc: comment.loc, message: 'Begin the comment with its subject instead of "Of".' });
        },
      }),
    },
  },
};
