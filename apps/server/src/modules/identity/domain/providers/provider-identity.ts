/** Who another provider says someone is. */
export type ProviderIdentity = {
  providerId: string;
  rawId: string;
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
};
