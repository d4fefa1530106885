import type { MapPicture } from "@console/figures/picture";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../lib/queries.ts";
import { PictureView } from "../chart/picture-view.tsx";

type Spot = { latitude: number; longitude: number };

/** Where a row happened, on coasts that come from our own server. */
export function RowMap({ latitude, longitude }: Spot) {
  const { data } = useQuery({ ...read("readOutlines", { latitude, longitude }), staleTime: Number.POSITIVE_INFINITY });
  const picture: MapPicture = {
    kind: "map",
    title: "Where it happened",
    unit: "",
    format: String,
    outlines: data?.outlines ?? [],
    points: [{ latitude, longitude, label: `${latitude}, ${longitude}`, value: 1, colour: "accent", cell: {} }],
    legend: [],
  };
  return <PictureView picture={picture} height={220} />;
}
