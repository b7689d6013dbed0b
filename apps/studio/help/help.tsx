import { later } from "../core/later.tsx";

/** The guide and the tour: one of them at a time. */
const { open, Room } = later();

export const Help = Room;
export const openHelp = (): void => void open(import("./panel.tsx"));
export const openTour = (): void => void open(import("./tour.tsx"));
