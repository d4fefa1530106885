/** Whether everything is run at its full length, as `npm run test:all` does. */
export const isFullLength = process.env.TEST_LENGTH === "full";
