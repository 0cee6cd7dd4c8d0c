<?php
/**
 * The reads of the membership service (mp/v1), in the shapes of the MemberPress Developer Tools.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the calls of the membership service.
 */
function statecast_register_membership_routes() {
	$member = array( 'member' => array( 'type' => 'integer', 'required' => true ) );
	$routes = array(
		'members/(?P<id>\d+)'      => 'statecast_read_member',
		'memberships'              => 'statecast_read_plans',
		'memberships/(?P<id>\d+)'  => 'statecast_read_plan',
		'transactions/(?P<id>\d+)' => 'statecast_read_transaction',
	);
	foreach ( $routes as $route => $callback ) {
		statecast_route( "mp/v1/$route", 'GET', $callback, array(), 'statecast_permit_service' );
	}
	statecast_route( 'mp/v1/transactions', 'GET', 'statecast_read_transactions', $member, 'statecast_permit_service' );
}

/**
 * Allows a call with the service key. Like MemberPress it reads Authorization first, so a bearer is refused.
 *
 * @param WP_REST_Request $request Request.
 * @return bool
 */
function statecast_permit_service( $request ) {
	$offered = $request->get_header( 'authorization' ) ?? $request->get_header( 'memberpress_api_key' ) ?? '';
	return defined( 'STATECAST_SERVICE_KEY' ) && strlen( STATECAST_SERVICE_KEY ) >= 20 && hash_equals( STATECAST_SERVICE_KEY, $offered );
}

/**
 * Creates the error for an unknown id. It has no status, so WordPress responds with 500.
 *
 * @param string $kind Plural name of the records.
 * @param int    $id   Id.
 * @return WP_Error
 */
function statecast_no_record( $kind, $id ) {
	return new WP_Error( 'mp_no_records_found', "There were no $kind found with an id of $id" );
}

/**
 * Creates one page of a list with the total headers of WordPress.
 *
 * @param array[]         $rows    All rows.
 * @param WP_REST_Request $request Request with `page` and `per_page`; -1 means all.
 * @return WP_REST_Response
 */
function statecast_page( $rows, $request ) {
	$per_page = (int) ( $request['per_page'] ?? 10 );
	$per_page = $per_page < 1 ? max( 1, count( $rows ) ) : min( 100, $per_page );
	$pages    = array_chunk( $rows, $per_page );
	$response = new WP_REST_Response( $pages[ max( 1, (int) $request['page'] ) - 1 ] ?? array() );
	$response->header( 'X-WP-Total', (string) count( $rows ) );
	$response->header( 'X-WP-TotalPages', (string) count( $pages ) );
	return $response;
}

/**
 * Serializes the account of a member.
 *
 * @param WP_User $user User.
 * @return array
 */
function statecast_serialize_member( $user ) {
	$fields = array(
		'email'         => 'user_email',
		'username'      => 'user_login',
		'nicename'      => 'user_nicename',
		'url'           => 'user_url',
		'registered_at' => 'user_registered',
		'first_name'    => 'first_name',
		'last_name'     => 'last_name',
		'display_name'  => 'display_name',
	);
	foreach ( array( 'one', 'two', 'city', 'state', 'zip', 'country' ) as $line ) {
		$address[ "mepr-address-$line" ] = (string) $user->get( "mepr-address-$line" );
	}
	return array( 'id' => $user->ID, 'address' => $address, 'message' => '', 'profile' => array() )
		+ array_map( array( $user, 'get' ), $fields );
}

/**
 * GET mp/v1/members/{id}.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_read_member( $request ) {
	$user = get_userdata( (int) $request['id'] );
	if ( ! $user ) {
		return statecast_no_record( 'members', $request['id'] );
	}
	$transactions  = statecast_rows( 'statecast_transactions', $user->ID );
	$subscriptions = statecast_rows( 'statecast_subscriptions', $user->ID );
	$active_count  = count( array_filter( $transactions, 'statecast_grants_access' ) );
	$member        = array(
		'active_memberships'   => statecast_active_plans( $user->ID ),
		'active_txn_count'     => (string) $active_count,
		'expired_txn_count'    => (string) ( count( $transactions ) - $active_count ),
		'trial_txn_count'      => '0',
		'sub_count'            => $subscriptions ? (string) count( $subscriptions ) : null,
		'recent_transactions'  => array_slice( $transactions, 0, 5 ),
		'recent_subscriptions' => array_slice( $subscriptions, 0, 5 ),
	);
	if ( $transactions ) {
		$member['first_txn']  = end( $transactions );
		$member['latest_txn'] = $transactions[0];
	}
	return statecast_serialize_member( $user ) + $member;
}

/**
 * GET mp/v1/memberships.
 *
 * @param WP_REST_Request $request Request.
 * @return WP_REST_Response
 */
function statecast_read_plans( $request ) {
	return statecast_page( array_values( statecast_plans() ), $request );
}

/**
 * GET mp/v1/memberships/{id}.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_read_plan( $request ) {
	return statecast_plans()[ (int) $request['id'] ] ?? statecast_no_record( 'memberships', $request['id'] );
}

/**
 * GET mp/v1/transactions?member={id}. The newest first.
 *
 * @param WP_REST_Request $request Request.
 * @return WP_REST_Response
 */
function statecast_read_transactions( $request ) {
	return statecast_page( statecast_rows( 'statecast_transactions', $request['member'] ), $request );
}

/**
 * GET mp/v1/transactions/{id}. Member, plan and subscription are objects.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_read_transaction( $request ) {
	$row = current( wp_list_filter( get_option( 'statecast_transactions', array() ), array( 'id' => $request['id'] ) ) );
	if ( ! $row ) {
		return statecast_no_record( 'transactions', $request['id'] );
	}
	$subscription = current( wp_list_filter( get_option( 'statecast_subscriptions', array() ), array( 'id' => $row['subscription'] ) ) );
	$expanded     = array(
		'membership'   => statecast_plans()[ (int) $row['membership'] ] ?? $row['membership'],
		'member'       => statecast_serialize_member( get_userdata( (int) $row['member'] ) ),
		'subscription' => $subscription ? $subscription : '0',
		'rebill'       => false,
	);
	return array_merge( $row, $expanded );
}
