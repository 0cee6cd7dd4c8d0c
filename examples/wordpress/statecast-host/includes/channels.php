<?php
/**
 * Channels, favorites and channel requests.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the calls of channels.
 */
function statecast_register_channels_routes() {
	$slug    = '(?P<slug>[^/]+)';
	$request = STATECAST_SENDER
		+ statecast_texts( array( 'channel_name' => 200 ), array( 'minLength' => 1 ) )
		+ statecast_texts( array( 'preferred_quality' => 5 ), array( 'enum' => array( '720p', '1080p', '2560p' ) ) )
		+ statecast_texts( array( 'channel_region' => 100, 'details' => 5000 ) );
	statecast_route( 'channel/v2/channels', 'GET', 'statecast_read_channels' );
	statecast_route( "channel/v2/channels/$slug", 'GET', 'statecast_read_channel', array(), 'statecast_permit_member' );
	$window = statecast_texts( array( 'from' => 20, 'to' => 20 ), array( 'format' => 'date-time' ) );
	statecast_route( 'channel/v2/schedule', 'GET', 'statecast_read_schedule', $window, 'statecast_permit_member' );
	statecast_route( 'channel/v2/favourites', 'GET', 'statecast_read_favorites', array(), 'statecast_permit_member' );
	statecast_route( "channel/v2/favourites/$slug", 'PUT', 'statecast_add_favorite', array(), 'statecast_permit_member' );
	statecast_route( "channel/v2/favourites/$slug", 'DELETE', 'statecast_remove_favorite', array(), 'statecast_permit_member' );
	statecast_route( 'channel/v2/regions', 'GET', 'statecast_regions' );
	statecast_route( 'channel/v2/channel_request', 'POST', 'statecast_request_channel', $request );
}

/**
 * Allows a call of a member.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function statecast_permit_member( $request ) {
	$permitted = statecast_permit_caller( $request );
	/**
	 * Filters whether a user is a member. Answer with MemberPress: `( new MeprUser( $id ) )->is_active()`.
	 *
	 * @param bool $is_member Whether a transaction of the example's records grants access.
	 * @param int  $user_id   User id.
	 */
	if ( true !== $permitted || apply_filters( 'statecast_is_member', (bool) statecast_active_plans( get_current_user_id() ), get_current_user_id() ) ) {
		return $permitted;
	}
	return statecast_error( 'membership_required', __( 'Membership is not active. Please activate a plan.', 'statecast-host' ), 403 );
}

/**
 * Serializes a channel. Without a stream it is off air.
 *
 * @param array $channel Channel of statecast_channels().
 * @return array
 */
function statecast_serialize_channel( $channel ) {
	$live = null !== statecast_stream_url( $channel['slug'] );
	return $channel + array( 'logo' => '', 'live' => $live, 'now' => null, 'next' => null );
}

/**
 * Returns the URL of a channel's stream.
 *
 * @param string $slug Slug of the channel.
 * @return string|null Null while the channel is off air.
 */
function statecast_stream_url( $slug ) {
	/**
	 * Filters the URL of a stream, with a token that is valid for five minutes.
	 *
	 * @param string|null $url  Null while the channel is off air.
	 * @param string      $slug Slug of the channel.
	 */
	return apply_filters( 'statecast_stream_url', null, $slug );
}

/**
 * GET channel/v2/channels.
 *
 * @return array
 */
function statecast_read_channels() {
	return array_map( 'statecast_serialize_channel', array_values( statecast_channels() ) );
}

/**
 * Returns the slug in the path as WordPress stores it: letters beyond ASCII are percent-encoded in lower case.
 *
 * @param WP_REST_Request $request Request.
 * @return string
 */
function statecast_slug( $request ) {
	return sanitize_title( rawurldecode( $request['slug'] ) );
}

/**
 * GET channel/v2/channels/{slug}.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_read_channel( $request ) {
	$channels = statecast_channels();
	$slug     = statecast_slug( $request );
	if ( ! isset( $channels[ $slug ] ) ) {
		return statecast_error( 'channel_not_found', __( 'There is no such channel.', 'statecast-host' ), 404 );
	}
	return statecast_serialize_channel( $channels[ $slug ] ) + array( 'stream_url' => statecast_stream_url( $slug ) );
}

/**
 * GET channel/v2/schedule.
 *
 * @param WP_REST_Request $request Request.
 * @return object|WP_Error
 */
function statecast_read_schedule( $request ) {
	$seconds = strtotime( $request['to'] ) - strtotime( $request['from'] );
	if ( $seconds <= 0 || $seconds > DAY_IN_SECONDS ) {
		return statecast_error( 'rest_invalid_param', __( 'Invalid parameter(s): to', 'statecast-host' ), 400 );
	}
	/**
	 * Filters the programs of a time window.
	 *
	 * @param array[] $programs Lists of arrays with title, starts, ends and description, by slug. Times are ISO 8601 in UTC.
	 * @param string  $from     Start of the window.
	 * @param string  $to       End of the window.
	 */
	return (object) apply_filters( 'statecast_schedule', array(), $request['from'], $request['to'] );
}

/**
 * Stores the slugs of the caller's favorites, newest first, and returns the response.
 *
 * @param string[] $slugs Slugs.
 * @return array
 */
function statecast_save_favorites( $slugs ) {
	update_user_meta( get_current_user_id(), 'statecast_favorites', array_values( $slugs ) );
	return statecast_read_favorites();
}

/**
 * GET channel/v2/favourites.
 *
 * @return array
 */
function statecast_read_favorites() {
	return array( 'favourites' => array_filter( (array) wp_get_current_user()->statecast_favorites ) );
}

/**
 * PUT channel/v2/favourites/{slug}.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_add_favorite( $request ) {
	$channel = statecast_read_channel( $request );
	if ( is_wp_error( $channel ) ) {
		return $channel;
	}
	return statecast_save_favorites( array_unique( array_merge( array( $channel['slug'] ), statecast_read_favorites()['favourites'] ) ) );
}

/**
 * DELETE channel/v2/favourites/{slug}.
 *
 * @param WP_REST_Request $request Request.
 * @return array
 */
function statecast_remove_favorite( $request ) {
	return statecast_save_favorites( array_diff( statecast_read_favorites()['favourites'], array( statecast_slug( $request ) ) ) );
}

/**
 * POST channel/v2/channel_request. Support receives the request by mail.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_request_channel( $request ) {
	$name      = sanitize_text_field( $request['channel_name'] );
	$requested = (array) get_user_meta( get_current_user_id(), 'statecast_requests', false );
	if ( in_array( mb_strtolower( $name ), $requested, true ) ) {
		return statecast_error( 'channel_requested_already', __( 'You have already requested this channel.', 'statecast-host' ), 409 );
	}
	add_user_meta( get_current_user_id(), 'statecast_requests', wp_slash( mb_strtolower( $name ) ) );
	$fields = array( 'Region' => 'channel_region', 'Quality' => 'preferred_quality', 'Details' => 'details' );
	statecast_mail_support( "Channel request: $name", array_map( array( $request, 'get_param' ), $fields ) );
	return statecast_done( __( 'Your request has been submitted successfully. We will notify you once your channel is approved.', 'statecast-host' ) );
}
