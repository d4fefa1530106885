import { endpoints } from "virtual:endpoints";
import type { ErrorBody, RouteInput, Routes } from "@console/contracts";
import { ApiError, bearerToken, credentialsFor } from "./api.ts";
import { saveBlob } from "./save-blob.ts";

/** Saves the file that an endpoint answers with, under the name that the server gave it or else `fileName`. */
export async function saveFile<Name extends keyof Routes>(
  name: Name,
  input: RouteInput<Routes[Name]>,
  fileName: string,
): Promise<void> {
  const response = await fetchFile(name, input);
  const encodedName = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  saveBlob(await response.blob(), encodedName ? decodeURIComponent(encodedName) : fileName);
}

/** The file that an endpoint answers with. */
export async function fetchFile<Name extends keyof Routes>(
  name: Name,
  input: RouteInput<Routes[Name]>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const query = new URLSearchParams();
  const inPath = new Map<string, string>();
  for (const [key, value] of Object.entries(input)) {
    if (endpoints[name].path.includes(`{${key}}`)) inPath.set(`{${key}}`, encodeURIComponent(String(value)));
    else for (const one of [value ?? []].flat()) query.append(key, String(one));
  }
  const path = endpoints[name].path.replace(/\{\w+\}/g, (parameter) => inPath.get(parameter) ?? "");
  const response = await fetch(`${path}?${query}`, {
    headers: { authorization: `Bearer ${await bearerToken()}` },
    credentials: credentialsFor(path),
    signal,
  });
  if (!response.ok) throw await describeProblem(response);
  return response;
}

const unreadable = {
  kind: "unexpected",
  message: "The file could not be downloaded. Try again later.",
  requestId: null,
} as const;

async function describeProblem(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const { kind, message, requestId } = body?.error ?? unreadable;
  return new ApiError({ kind, message, requestId });
}
