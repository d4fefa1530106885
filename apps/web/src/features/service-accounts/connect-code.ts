/** What a program on Node begins with, beside its key file and the file that connects `firebase-admin` from npm. */
export function programCode(address: string): string {
  return `import { getAuth } from "firebase-admin/auth";
import { connect } from "./connect.mjs";

const auth = getAuth(connect(${JSON.stringify(address)}, "key.json"));
const { users } = await auth.listUsers(10);
console.log(users.map(({ uid, email }) => \`\${uid} \${email}\`).join("\\n"));
`;
}
