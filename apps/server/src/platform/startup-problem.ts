/** A reason not to start that the operator can mend; its message is one plain sentence. */
export class StartupProblem extends Error {}
