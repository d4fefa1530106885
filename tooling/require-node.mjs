// Read by any Node since 12, so that an old one gets a sentence instead of a syntax error.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Node 20.19 or newer is needed, and this is ${process.versions.node}: install a newer Node and try again.\n`,
  );
  process.exit(1);
}
