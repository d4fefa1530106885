/** Tells the open pages of the platform that servers, models or downloads have changed. */
export const modelsChanged = { type: "models.changed", data: {} };
