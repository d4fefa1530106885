import "./require-node.mjs";

// Named by the npm script, and imported only now: a Node that is too old must not read it.
void import(`./${process.argv[2]}.mjs`);
